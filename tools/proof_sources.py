# SPDX-License-Identifier: Apache-2.0
"""A digest of everything that the proofs are about. tools/prove writes it beside its results, and tools/embed_pages puts it into the
program, so that `etalon trace` can tell whether results are about the text that it was built from, whatever the times of files are."""
import hashlib

PATTERNS = ["proofs/*.mlw", "proofs/*.gappa", "proofs/requirements.txt", "proofs/unproved.txt", "src/scalar/**/*.h", "src/ops/*/proof/*.mlw"]


def proof_sources(root):
    digest = hashlib.sha256()
    for file in sorted({path for pattern in PATTERNS for path in root.glob(pattern)}):
        digest.update(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(root).as_posix()}\n".encode())
    return digest.hexdigest()
