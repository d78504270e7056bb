# SPDX-License-Identifier: MIT
"""Whatever threads do with one object, the interpreter goes on. Each case runs in a process of its own, since what it looks for is a crash."""

import os
import signal
import subprocess
import sys
import unittest

from . import common

LIMIT = 240  # seconds that a case may take on a machine that is busy with other work

# What all cases begin with: `together` runs functions in threads of their own, and tells what each of them raised.
START = f"""
import gc, os, random, sys, threading, time
import numpy as np
import abax
from abax import envs

GAME = next(game.name for game in abax.games() if game.name == {common.games()[0].name!r})
# A thread gives way after so little that what can meet does meet.
sys.setswitchinterval(1e-5)

def together(*works):
    raised = []
    barrier = threading.Barrier(len(works))
    def begin(work):
        barrier.wait()
        try:
            work()
        except Exception as caught:
            raised.append(caught)
    threads = [threading.Thread(target=begin, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised

def patient(call):
    # Tries again while the object is busy.
    while True:
        try:
            return call()
        except abax.Busy:
            time.sleep(0.001)
"""


def run(case: str, send: int = 0) -> "subprocess.CompletedProcess[str]":
    """Runs a case; `send` is a signal for it once it has written its first line."""
    process = subprocess.Popen(
        [sys.executable, "-B", "-c", START + case], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    assert process.stdout
    try:
        first = process.stdout.readline() if send else ""
        if send:
            process.send_signal(send)
        out, err = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f"it did not end:\n{out}{err}") from None
    return subprocess.CompletedProcess([], process.returncode, first + out, err)


class Threads(unittest.TestCase):
    def survives(self, case: str, send: int = 0, status: int = 0) -> str:
        done = run(case, send)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def test_an_engine_in_three_threads(self) -> None:
        told = self.survives(
            """
engine = abax.Engine(megabytes=2)
history = abax.History(GAME)
def work():
    for _ in range(10):
        engine.search(history, nodes=20000)
raised = together(work, work, work)
assert raised and all(type(caught) is abax.Busy for caught in raised), raised
assert isinstance(raised[0], abax.AbaxError)
print(raised[0])
assert engine.search(history, nodes=100).best in history.actions
"""
        )
        self.assertIn("this engine is searching in another thread", told)

    def test_everything_of_an_engine_at_once(self) -> None:
        self.survives(
            """
engine = abax.Engine(megabytes=2)
history = abax.History(GAME)
ends = time.monotonic() + 3
def each(*calls):
    def work():
        while time.monotonic() < ends:
            for call in calls:
                try:
                    call()
                except abax.Busy:
                    pass
    return work
raised = together(
    each(lambda: engine.search(history, nodes=20000, progress=lambda report: gc.collect())),
    each(lambda: engine.solve(history, nodes=2000), lambda: engine.hint(history, 1)),
    each(lambda: engine.forget(1)), each(engine.stop), each(lambda: engine.__init__(megabytes=1)),
)
assert not raised, raised
"""
        )

    def test_a_player_in_three_threads(self) -> None:
        told = self.survives(
            """
player = abax.Player("nodes:20000")
history = abax.History(GAME)
def work():
    for i in range(10):
        player.choose(history)
        player.new_game(i)
raised = together(work, work, work)
assert raised and all(type(caught) is abax.Busy for caught in raised), raised
print(raised[0])
assert patient(lambda: player.choose(history)) in history.actions
"""
        )
        self.assertIn("this player is choosing in another thread", told)

    def test_a_history_changes_while_it_is_searched(self) -> None:
        self.survives(
            """
history = abax.History(GAME, seed=3)
over = threading.Event()
def search():
    engine = abax.Engine(megabytes=1)
    try:
        for i in range(60):
            try:
                engine.search(history, nodes=3000)
                engine.hint(history, 1)
                abax.Player("nodes:1000", i).choose(history)
            except abax.GameOver:
                pass
    finally:
        over.set()
def play():
    chooser = random.Random(1)
    while not over.is_set():
        try:
            history.play(chooser.choice(history.actions or ["x"]))
        except abax.AbaxError:
            history.undo(len(history) if history.over else 0)
        except abax.GameOver:
            history.undo(1)
raised = together(search, play, play)
assert all(isinstance(caught, abax.AbaxError) for caught in raised), raised
"""
        )

    def test_a_history_in_many_threads(self) -> None:
        self.survives(
            """
history = abax.History(GAME, seed=3)
ends = time.monotonic() + 4
def change(seed):
    chooser = random.Random(seed)
    def work():
        while time.monotonic() < ends:
            try:
                if history.over or chooser.random() < 0.1:
                    history.undo(len(history))
                history.play(chooser.choice(history.actions))
            except (abax.AbaxError, IndexError):
                pass
    return work
def read():
    while time.monotonic() < ends:
        history.start.play(*history.played)  # raises when it is of two games
        history.copy(), history.text(), history.result, history.status(), len(history), history.numbers
        abax.Record(history).write("json")
raised = together(change(1), change(2), read, read)
assert not raised, raised
"""
        )

    def test_a_record_in_many_threads(self) -> None:
        self.survives(
            """
history = abax.History(GAME, seed=3)
chooser = random.Random(5)
while not history.over and len(history) < 30:
    history.play(chooser.choice(history.actions))
record = abax.Record(history)
ends = time.monotonic() + 3
NAMES = ("A" * 45, "B" * 33)
record.set_name(0, NAMES[0])
def change(name):
    def work():
        while time.monotonic() < ends:
            record.set_name(0, name)
            record.date = "2026-11-%02d" % (len(name) % 28)
    return work
def read():
    while time.monotonic() < ends:
        for _ in range(50):
            assert record.names[0] in NAMES, record.names
        assert abax.Record.read(record.write()).names[0] in NAMES
        record.date, record.nodes, record.result, record.history(3), len(record), record.write("link")
raised = together(change(NAMES[0]), change(NAMES[1]), read, read)
assert not raised, raised
"""
        )

    def test_a_batch_in_many_threads(self) -> None:
        self.survives(
            """
batch = abax.Batch(GAME, 64, threads=2, planes=True, scores=True, legal_bytes=True)
ends = time.monotonic() + 4
actions = np.zeros(64, np.int32)
def step():
    while time.monotonic() < ends:
        try:
            batch.step(actions)
        except abax.AbaxError:
            pass
def choose():
    while time.monotonic() < ends:
        batch.sample(actions)
def wild():
    while time.monotonic() < ends:
        actions[:] = np.random.randint(0, batch.actions, 64)
def swap():
    while time.monotonic() < ends:
        batch.use(planes=np.zeros((64, *batch.plane_shape), np.uint8), rewards=None)
        batch.use(rewards=np.zeros((64, batch.seats), np.float32))
        gc.collect(0)
def other():
    text = batch.position_text(0)
    while time.monotonic() < ends:
        batch.rollout(3), batch.look(), batch.mask(), batch.planes_of(1, 0), batch.processor_seconds
        batch.put(0, text), batch.reset(1)
raised = together(step, choose, wild, swap, other)
assert not raised, raised
"""
        )

    def test_what_is_dropped_while_it_works(self) -> None:
        self.survives(
            """
history = abax.History(GAME)
started = threading.Barrier(2)
held = {"engine": abax.Engine(megabytes=4), "player": abax.Player("nodes:300000")}
def search():
    call = held["engine"].search
    started.wait()
    call(history, nodes=300000, progress=lambda report: gc.collect())
def choose():
    call = held["player"].choose
    started.wait()
    call(abax.History(GAME))
for work, name in ((search, "engine"), (choose, "player")):
    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    del held[name]
    gc.collect()
    thread.join()
"""
        )

    def test_the_interpreter_ends_while_threads_work(self) -> None:
        self.survives(
            """
engine = abax.Engine(megabytes=4)
player = abax.Player("movetime:60000")
batch = abax.Batch(GAME, 512, threads=2)
begun = threading.Event()
def rolls():
    while True:
        batch.rollout(50)
for work in (lambda: engine.search(abax.History(GAME), progress=lambda report: begun.set()), lambda: player.choose(abax.History(GAME)), rolls):
    threading.Thread(target=work, daemon=True).start()
begun.wait()
"""
        )

    def test_stop_from_another_thread(self) -> None:
        self.survives(
            """
engine = abax.Engine(megabytes=4)
begun = threading.Event()
reports = []
thread = threading.Thread(target=lambda: reports.append(engine.search(abax.History(GAME), progress=lambda report: begun.set())))
thread.start()
begun.wait()
engine.stop()
thread.join()
assert reports[0].best in abax.History(GAME).actions
"""
        )

    def test_a_callback_that_uses_its_engine_is_told(self) -> None:
        self.survives(
            """
engine = abax.Engine(megabytes=1)
raised = []
def progress(report):
    for call in (lambda: engine.search(GAME_AT, nodes=10), engine.forget, lambda: engine.hint(GAME_AT)):
        try:
            call()
        except abax.Busy as caught:
            raised.append(caught)
GAME_AT = abax.History(GAME)
engine.search(GAME_AT, nodes=2000, progress=progress)
assert raised and len(raised) % 3 == 0
"""
        )

    def test_a_child_drops_what_its_parent_has(self) -> None:
        self.survives(
            """
batch = abax.Batch(GAME, 64, threads=3)
engine = abax.Engine(threads=2)
engine.search(abax.History(GAME), nodes=1000)
child = os.fork()
if child == 0:
    del batch, engine
    gc.collect()
    os._exit(7)
ends = time.monotonic() + 60
while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < ends:
    time.sleep(0.01)
if not ended[0]:
    os.kill(child, 9)
assert os.waitstatus_to_exitcode(ended[1]) == 7, ended
"""
        )

    def test_control_c_ends_a_search_and_a_choice(self) -> None:
        for call in (
            "engine.search(history, progress=tell)",
            "engine.solve(history)",
            "abax.Player('movetime:600000').choose(history)",
        ):
            told = self.survives(
                f"""
def tell(report):
    gc.collect()
engine = abax.Engine(megabytes=4)
history = abax.History(GAME)
try:
    print("begun", flush=True)
    {call}
except KeyboardInterrupt:
    print("interrupted")
assert patient(lambda: engine.search(history, nodes=1000)).best in history.actions
""",
                send=signal.SIGINT,
            )
            self.assertIn("interrupted", told, call)

    def test_control_c_while_the_thread_of_a_call_starts(self) -> None:
        """A thread that has not begun when the interpreter ends would crash it."""
        self.survives(
            """
begin = threading._start_new_thread
def interrupted(*how):
    started = begin(*how)
    os.kill(os.getpid(), signal.SIGINT)
    return started
import signal
engine = abax.Engine(megabytes=4)
sys.setswitchinterval(100) # the new thread runs no earlier than somebody waits for it
threading._start_new_thread = interrupted
try:
    engine.search(abax.History(GAME))
    raise SystemExit("not interrupted")
except KeyboardInterrupt:
    assert not threading._limbo, "the thread has not begun"
"""
        )

    def test_control_c_twice(self) -> None:
        """The second one leaves the search by an exception while its thread still works: with the engine, and with what it was called with."""
        self.survives(
            """
import signal
engine = abax.Engine(megabytes=4)
history = abax.History(GAME)
waits, left = threading.Event(), threading.Event()
def twice(report):
    if waits.is_set():
        return
    waits.set()
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.3)
    left.wait()
came = []
def handle(number, frame):
    came.append(number)
    raise KeyboardInterrupt
signal.signal(signal.SIGINT, handle)
try:
    engine.search(abax.History(GAME), progress=twice)
    raise SystemExit("not interrupted")
except KeyboardInterrupt:
    pass
while len(came) < 2: # the first one may have been enough
    try:
        time.sleep(0.01)
    except KeyboardInterrupt:
        pass
try:
    engine.search(history, nodes=100)
    raise SystemExit("not busy")
except abax.Busy:
    pass
del twice
gc.collect()
left.set()
assert patient(lambda: engine.search(history, nodes=1000)).best in history.actions
"""
        )


if __name__ == "__main__":
    unittest.main()
