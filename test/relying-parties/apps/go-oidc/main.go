// net/http with go-oidc and golang.org/x/oauth2. One visitor at a time: what has to be kept is kept here.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

type claims map[string]interface{}

var (
	appURL   = os.Getenv("APP_URL")
	provider *oidc.Provider
	config   oauth2.Config
	verifier *oidc.IDTokenVerifier

	state, nonce, codeVerifier string
	known                      claims
	idToken                    string
)

func main() {
	var err error
	if provider, err = oidc.NewProvider(context.Background(), os.Getenv("ISSUER")); err != nil {
		log.Fatal(err)
	}
	config = oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  appURL + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "wallet", "groups"},
	}
	verifier = provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	http.HandleFunc("/", home)
	http.HandleFunc("/login", login)
	http.HandleFunc("/callback", callback)
	http.HandleFunc("/logout", logout)
	http.HandleFunc("/bye", func(w http.ResponseWriter, r *http.Request) { write(w, 200, claims{"bye": true}) })
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}

func home(w http.ResponseWriter, r *http.Request) {
	if known == nil {
		write(w, 401, claims{"error": "signed_out"})
		return
	}
	write(w, 200, claims{"claims": known})
}

func login(w http.ResponseWriter, r *http.Request) {
	state, nonce, codeVerifier = random(), random(), random()
	challenge := sha256.Sum256([]byte(codeVerifier))
	http.Redirect(w, r, config.AuthCodeURL(state,
		oidc.Nonce(nonce),
		oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(challenge[:])),
		oauth2.SetAuthURLParam("code_challenge_method", "S256"),
	), http.StatusFound)
}

func callback(w http.ResponseWriter, r *http.Request) {
	if err := signIn(r); err != nil {
		write(w, 500, claims{"error": err.Error()})
		return
	}
	http.Redirect(w, r, "/", http.StatusFound)
}

func signIn(r *http.Request) error {
	if r.URL.Query().Get("state") != state {
		return errors.New("state does not match")
	}
	token, err := config.Exchange(r.Context(), r.URL.Query().Get("code"),
		oauth2.SetAuthURLParam("code_verifier", codeVerifier))
	if err != nil {
		return err
	}
	raw, _ := token.Extra("id_token").(string)
	verified, err := verifier.Verify(r.Context(), raw)
	if err != nil {
		return err
	}
	if verified.Nonce != nonce {
		return errors.New("nonce does not match")
	}
	userinfo, err := provider.UserInfo(r.Context(), oauth2.StaticTokenSource(token))
	if err != nil {
		return err
	}
	idToken = raw
	return userinfo.Claims(&known)
}

func logout(w http.ResponseWriter, r *http.Request) {
	var metadata struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&metadata); err != nil {
		write(w, 500, claims{"error": err.Error()})
		return
	}
	query := url.Values{"id_token_hint": {idToken}, "post_logout_redirect_uri": {appURL + "/bye"}}
	known, idToken = nil, ""
	http.Redirect(w, r, metadata.EndSession+"?"+query.Encode(), http.StatusFound)
}

func write(w http.ResponseWriter, status int, body claims) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}
