// Puts charts to zoom into in the place of the drawn ones. Without it the page is whole.
'use strict';
(() => {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue('--' + name).trim();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const groups = {};   // charts that are zoomed together
  const count = new Intl.NumberFormat('en', {maximumSignificantDigits: 5});
  const timeUnits = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

  function duration(ns) {
    const [factor, unit] = timeUnits.find(([factor]) => ns >= factor) || [1, 'ns'];
    return count.format(ns / factor) + ' ' + unit;
  }
  function axis(label, more) {
    return Object.assign({
      label, labelSize: 20, labelFont: '12px system-ui, sans-serif', font: '11.5px system-ui, sans-serif',
      stroke: colour('muted'), grid: {stroke: colour('line'), width: 1}, ticks: {show: false},
    }, more);
  }

  function options(data, width, height) {
    const sync = groups[data.group] ||= uPlot.sync(data.group);
    return {
      width, height, cursor: {sync: {key: sync.key}, points: {size: 6}, drag: {x: true, y: false}},
      scales: {x: {time: false, range: (u, low, high) => low == null ? data.range : [low, high]}},
      axes: [
        axis(data.x, {size: 28}),
        axis(data.y, {size: 58, values: (u, ticks) => ticks.map(tick => count.format(tick))}),
      ],
      series: [{label: data.x, value: (u, x) => x == null ? '–' : count.format(x)}],
    };
  }

  function lines(data, width) {
    const longest = Math.max(...data.series.map(series => series.values.length));
    // One point more, so that the last step has a length; and the whole range, also where nothing happens.
    const [low, high] = data.range;
    const xs = Array.from({length: longest + 1}, (_, i) => Math.min(data.start + i * data.step, high));
    const before = data.start > low, after = xs[longest] < high;
    const opts = options(data, width, 220);
    opts.scales.y = {range: (u, low, high) => [0, high > 0 ? high * 1.05 : 1]};
    for (const series of data.series) {
      const stroke = colour('c' + series.colour);
      opts.series.push({
        label: series.name, stroke, width: 1.25, points: {show: false}, dash: series.dashed ? [5, 3] : undefined,
        fill: series.filled ? stroke + '29' : undefined,
        paths: uPlot.paths.stepped({align: 1}), value: (u, y) => y == null ? '–' : count.format(y),
      });
    }
    const extended = (column, first, last) => [...(before ? [first] : []), ...column, ...(after ? [last] : [])];
    const columns = data.series.map(({values}) => extended(
      xs.map((_, i) => i < values.length ? values[i] : i === values.length ? values[i - 1] : null), 0, null));
    return [opts, [extended(xs, low, high), ...columns]];
  }

  function drawLayers(u, data, images) {
    const {ctx, bbox} = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.imageSmoothingEnabled = false;
    if (dark.matches) ctx.filter = 'brightness(1.4)';
    data.layers.forEach((layer, i) => {
      const [left, right] = layer.x.map(x => u.valToPos(x, 'x', true));
      const [bottom, top] = layer.y.map(y => u.valToPos(y, 'y', true));
      if (images[i].complete) ctx.drawImage(images[i], left, top, right - left, bottom - top);
    });
    ctx.restore();
  }

  function density(data, width, images) {
    const opts = options(data, width, 300);
    const [low, high] = data.heights;
    opts.scales.y = {range: () => [low, high], distr: data.log ? 3 : 1};
    Object.assign(opts.axes[1], {splits: () => data.ticks.map(([value]) => value), values: () => data.ticks.map(([, label]) => label)});
    opts.cursor.points = {show: false};
    opts.series.push({
      label: data.y, points: {show: false}, stroke: 'transparent', paths: () => null,
      value: u => {
        if (u.cursor.top == null || u.cursor.top < 0) return '–';
        const y = u.posToVal(u.cursor.top, 'y');
        return data.log ? duration(y) : count.format(y);
      },
    });
    opts.hooks = {draw: [u => drawLayers(u, data, images)]};
    // Points to move the cursor over; what is seen are the images.
    const xs = Array.from({length: 1025}, (_, i) => data.range[0] + (data.range[1] - data.range[0]) * i / 1024);
    return [opts, [xs, xs.map(() => low)]];
  }

  /** Names and colours of the layers, which uPlot knows nothing of. */
  function layerLegend(data) {
    const legend = document.createElement('div');
    legend.className = 'hint';
    for (const layer of data.layers) {
      const swatch = document.createElement('span');
      swatch.textContent = '■ ';
      swatch.className = 'k' + layer.colour;
      legend.append(swatch, layer.name + '  ');
    }
    return legend;
  }

  function loaded(image) {
    return image.complete ? Promise.resolve() : new Promise(done => { image.onload = image.onerror = done; });
  }

  const charts = new Map();   // by the element that holds them

  function fit(place) {
    const {chart} = charts.get(place), width = place.clientWidth;
    if (width > 0 && width !== chart.width) chart.setSize({width, height: chart.height});
  }
  // Told of the first width, too, if that came after the chart.
  const widths = new ResizeObserver(changes => requestAnimationFrame(() => changes.forEach(({target}) => fit(target))));

  async function draw(figure) {
    const data = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
    const place = figure.querySelector('.chart');
    const images = [...place.querySelectorAll('svg image')].map(drawn => {
      const image = new Image();
      image.src = drawn.href.baseVal;
      return image;
    });
    await Promise.all(images.map(loaded));
    const make = () => {
      const [opts, columns] =
        data.kind === 'density' ? density(data, place.clientWidth, images) : lines(data, place.clientWidth);
      return new uPlot(opts, columns, place);
    };
    place.classList.add('drawn');
    if (data.kind === 'density') place.before(layerLegend(data));
    charts.set(place, {make, chart: make()});
    widths.observe(place);
  }

  function redraw() {
    for (const entry of charts.values()) {
      const {min, max} = entry.chart.scales.x;
      entry.chart.destroy();
      entry.chart = entry.make();
      entry.chart.setScale('x', {min, max});
    }
  }

  const figures = [...document.querySelectorAll('figure.live')];
  Promise.all(figures.map(draw)).then(() => {
    dark.addEventListener('change', redraw);
    document.documentElement.dataset.charts = charts.size;
  });
})();
