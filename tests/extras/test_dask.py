"""Simulation on a real Dask cluster, one of whose workers is killed."""

from __future__ import annotations

import os
import signal

import pytest

from biriba import rules
from biriba.simulate import simulate

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


def test_a_killed_worker_costs_no_deal() -> None:
    """Two workers, one of them killed at work: every deal once, the same as here."""
    players = ["greedy", "random"]
    expected = list(simulate(rules.CLASSIC_5000, players, 40, 3, seats=2))
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        assert len(set(pids)) == 2
        records = simulate(
            rules.CLASSIC_5000, players, 40, 3, client.get_executor(), seats=2, chunk=2
        )
        found = [next(records)]
        os.kill(pids[0], signal.SIGKILL)
        found += records
    assert found == expected
