"""A GGUF decoder in llama.cpp (llama-cpp-python) on the CPU, in the file's own quantised weights: tokens decoded one at a time.

The work is that of decoder.py. The prompt's reading is not timed.
"""
import time

from llama_cpp import Llama

from works import read_work, serve


def main():
    work = read_work()
    threads = work["threads"]
    model = Llama(work["model"], n_ctx=1024, n_threads=threads, n_threads_batch=threads, verbose=False)

    def decode(count):
        model.reset()
        model.eval(work["prompt"])
        start = time.perf_counter()
        for _ in range(count):
            model.eval([model.sample(temp=0.0)])
        return time.perf_counter() - start

    serve(decode)


if __name__ == "__main__":
    main()
