# Clients that read responses slowly, with a receive window that Node cannot set. Arguments: port, path,
# bytes of a read, seconds between two, connections of each, addresses. Says "reading" when all have asked,
# then "whole" (of a PNG) or "cut" for each response that has ended.

import socket
import sys
import time

port, path, size, seconds, each, *addresses = sys.argv[1:]
iend = b"IEND\xaeB`\x82"
tails = {}
for address in addresses * int(each):
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * int(size))
    client.bind((address, 0))
    client.connect(("127.0.0.1", int(port)))
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
    client.setblocking(False)
    tails[client] = b""
print("reading", flush=True)
while tails:
    time.sleep(float(seconds))
    for client in list(tails):
        try:
            chunk = client.recv(int(size))
        except BlockingIOError:
            continue
        except OSError:
            chunk = b""
        if chunk:
            tails[client] = (tails[client] + chunk)[-len(iend) :]
        else:
            print("whole" if tails.pop(client) == iend else "cut", flush=True)
            client.close()
