"""Flask with Authlib."""

import os
from urllib.parse import urlencode

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, session
from werkzeug.serving import make_server

issuer, app_url = os.environ["ISSUER"], os.environ["APP_URL"]

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]

countersign = OAuth(app).register(
    "countersign",
    server_metadata_url=issuer + "/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile wallet groups", "code_challenge_method": "S256"},
)


@app.get("/")
def home():
    if "claims" not in session:
        return jsonify(error="signed_out"), 401
    return jsonify(claims=session["claims"])


@app.get("/login")
def login():
    return countersign.authorize_redirect(app_url + "/callback")


@app.get("/callback")
def callback():
    token = countersign.authorize_access_token()
    session["claims"] = dict(token["userinfo"])
    session["id_token"] = token["id_token"]
    return redirect("/")


@app.get("/logout")
def logout():
    hint = session.pop("id_token")
    session.clear()
    query = urlencode({"id_token_hint": hint, "post_logout_redirect_uri": app_url + "/bye"})
    return redirect(countersign.load_server_metadata()["end_session_endpoint"] + "?" + query)


@app.get("/bye")
def bye():
    return jsonify(bye=True)


@app.errorhandler(AuthlibBaseError)
def refused(error):
    return jsonify(error=error.error), 500


port = int(os.environ["PORT"])
server = make_server("127.0.0.1", port, app)
print("listening on", port, flush=True)
server.serve_forever()
