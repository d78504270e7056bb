# SPDX-License-Identifier: MIT
"""A PostgreSQL server for a test, in a temporary folder, as an ordinary user."""
import atexit, functools, glob, os, pwd, shutil, signal, subprocess, tempfile, time

from client import Server


class Cluster:
    def __init__(self, settings=()):
        self.settings = list(settings)
        self.programs = os.path.dirname(sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))[-1])
        self.folder = tempfile.mkdtemp(prefix="abax-pg-")
        self.user = None
        if os.geteuid() == 0:
            self.user = "postgres"
            entry = pwd.getpwnam("postgres")
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self.process, self.count = None, 0
        self._run("initdb", "-D", self.folder + "/data", "-U", "abax", "-A", "trust", "-E", "UTF8", "--locale=C",
                  "--no-sync")
        self.start()

    def _words(self, program, *words):
        return [os.path.join(self.programs, program), *words]

    def _run(self, program, *words):
        subprocess.run(self._words(program, *words), check=True, user=self.user, cwd=self.folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        self.process = subprocess.Popen(
            self._words("postgres", "-D", self.folder + "/data", "-k", self.folder, "-c", "listen_addresses=",
                        "-c", "max_connections=40", "-c", "shared_buffers=16MB", *self.settings),
            user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(1200):  # a minute
            if subprocess.run(self._words("pg_isready", "-h", self.folder), stdout=subprocess.DEVNULL).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL does not start")

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        self.process.wait(30)

    def database(self):
        self.count += 1
        name = "games%d" % self.count
        self._run("createdb", "-h", self.folder, "-U", "abax", name)
        return "postgres:///%s?host=%s&user=abax" % (name, self.folder)

    def sql(self, database, statement):
        """What psql prints for a statement."""
        return subprocess.run(self._words("psql", "-q", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement, database), check=True,
                              user=self.user, cwd=self.folder, capture_output=True, text=True).stdout.strip()

    def close(self):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)


@functools.cache
def shared_cluster():
    """One cluster for all tests of a run that only need a database: starting one takes seconds."""
    cluster = Cluster()
    atexit.register(cluster.close)
    return cluster


def with_cluster(test):
    """A decorator: the test gets a server on its own PostgreSQL, and the cluster."""
    def run(_server):
        cluster = Cluster()
        try:
            with Server(cluster.database()) as server:
                test(server, cluster)
        finally:
            cluster.close()

    return run
