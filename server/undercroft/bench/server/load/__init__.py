"""A client process of the bench, thin on purpose: what it spends on a move, the server can't have.

Bytes go in and out of bare grpc.aio streams; in real play the generated messages are made and read on the way, in raw
slices nothing is. There is no task, queue or lock for a move: who reads what completes one sends the next.
"""
