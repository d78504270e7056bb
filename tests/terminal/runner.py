# SPDX-License-Identifier: MIT
"""Runs the tests of the terminal, each in a process of its own: one that crashes or hangs takes nothing else with it. A test that
fails runs again at the end: if it passes then, it is flaky."""
import os
import signal
import sys
import time
import traceback

LIMIT = float(os.environ.get('ABAX_TEST_SECONDS', '300'))  # of one test, on a busy machine


LATER = ('french',) if os.environ.get('TIER') == 'test' else ()  # make test has another language, make test-all this one too


def choose(tests, words):
    """The tests whose names begin with one of the words, or that are in a file of that name; without words all."""
    def wanted(name, test):
        return not words and name not in LATER or name.startswith(tuple(words or ['/'])) or test.__module__ in words
    return {name: test for name, test in tests.items() if wanted(name, test)}


def work(name, test):
    """In the child: the test, and what it says."""
    began = time.monotonic()
    try:
        answer = test()
        print('%-20s %5.1f s  %s' % (name, time.monotonic() - began, answer or ''), flush=True)
        return 0
    except Exception:
        traceback.print_exc(file=sys.stdout)
        return 1
    finally:
        sys.stdout.flush()


def attempt(name, test):
    """Why it failed; None if it passed."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os._exit(work(name, test))
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            status = os.waitstatus_to_exitcode(status)
            return None if status == 0 else 'it failed' if status == 1 else 'its process ended with status %d' % status
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)  # the game that it plays ends with its terminal
    os.waitpid(child, 0)
    return 'it did not end within %.0f s' % LIMIT


def run_all(tests, words):
    """The exit status."""
    chosen = choose(tests, words)
    if not chosen:
        print('terminal: no test begins with ' + ' or '.join(words))
        return 1
    passed, failed, again = 0, 0, []
    for name, test in chosen.items():
        why = attempt(name, test)
        if why is None:
            passed += 1
        elif 'did not end' in why:  # a second hang would take as long
            failed += 1
            print('FAIL %s: %s' % (name, why), flush=True)
        else:
            again.append(name)
            print('%s: %s, will run again' % (name, why), flush=True)
    for name in again:
        why = attempt(name, chosen[name])
        passed, failed = passed + (why is None), failed + (why is not None)
        print('flaky: %s' % name if why is None else 'FAIL %s: %s' % (name, why), flush=True)
    print('terminal: %d passed, %d failed' % (passed, failed))
    return 1 if failed else 0
