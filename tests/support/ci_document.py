"""Prints a command of a document as it is written: sh FILE N, the Nth block of shell; yaml FILE N, what
the jobs of the Nth block of YAML run; toml FILE N, a file."""

import re
import sys

import yaml


def blocks(path, language):
    with open(path, encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.M | re.S)


def commands(workflow):
    if "jobs" in workflow:
        return [step["run"] for job in workflow["jobs"].values()
                for step in job["steps"] if "run" in step]
    return [line for job in workflow.values() for line in job["script"]]


def main():
    language, path, number = sys.argv[1:]
    block = blocks(path, language)[int(number)]
    if language == "yaml":
        block = "\n".join(commands(yaml.safe_load(block))) + "\n"
    sys.stdout.write(block)


if __name__ == "__main__":
    main()
