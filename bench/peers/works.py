"""How a peer's script talks to the benchmark: one JSON line of work, then a count a line, each answered by the time it took."""
import json
import resource
import sys
import time


def read_work():
    return json.loads(sys.stdin.readline())


def serve(run):
    """Calls run(count) for each further line; what it returns, where it returns seconds, is the time that counts."""
    for line in sys.stdin:
        start = time.perf_counter()
        seconds = run(json.loads(line)["steps"])
        if seconds is None:
            seconds = time.perf_counter() - start
        print(json.dumps({"seconds": seconds, "megabytes": peak_megabytes()}), flush=True)


def peak_megabytes():
    """Of this process since its start; the kernel counts in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
