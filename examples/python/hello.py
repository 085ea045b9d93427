import json

import requests
import websocket

server = "127.0.0.1:8088"
session = requests.Session()
session.auth = ("demo", "patchbay-demo")


def request(method, path, **parameters):
    answer = session.request(method, f"http://{server}/ari{path}", json=parameters)
    answer.raise_for_status()


def on_message(socket, text):
    event = json.loads(text)
    channel = event.get("channel", {})
    if event["type"] == "StasisStart":
        print(channel["caller"]["name"], "calls", flush=True)
        request("POST", f"/channels/{channel['id']}/answer")
        request("POST", f"/channels/{channel['id']}/play", media="sound:hello-world")
    elif event["type"] == "ChannelDtmfReceived":
        print(channel["caller"]["name"], "presses", event["digit"], flush=True)
        request("DELETE", f"/channels/{channel['id']}")
    elif event["type"] == "StasisEnd":
        print("the call is over", flush=True)


events = websocket.WebSocketApp(
    f"ws://{server}/ari/events?app=python&api_key=demo:patchbay-demo",
    on_open=lambda socket: print("waiting for calls", flush=True),
    on_message=on_message,
)
events.run_forever()
