# Sinatra with OmniAuth's strategy for OpenID Connect, which sends a nonce and knows no PKCE in Debian's version.

require 'sinatra/base'
require 'omniauth'
require 'omniauth_openid_connect'
require 'rack/handler/webrick'

ISSUER, APP_URL = ENV.values_at('ISSUER', 'APP_URL')

# This issuer is on loopback; the library builds https addresses otherwise.
SWD.url_builder = URI::HTTP

class App < Sinatra::Base
  set :environment, :production
  set :show_exceptions, false
  use Rack::Session::Cookie, secret: ENV['SESSION_SECRET']

  # A link is enough to start a sign-in in this app; OmniAuth asks for a form otherwise.
  OmniAuth.config.allowed_request_methods = %i[get post]
  OmniAuth.config.silence_get_warning = true

  use OmniAuth::Builder do
    provider :openid_connect,
             issuer: ISSUER,
             discovery: true,
             scope: %i[openid profile wallet groups],
             post_logout_redirect_uri: "#{APP_URL}/bye",
             client_options: {
               identifier: ENV['CLIENT_ID'],
               secret: ENV['CLIENT_SECRET'],
               redirect_uri: "#{APP_URL}/auth/openid_connect/callback"
             }
  end

  before { content_type :json }

  get '/' do
    halt 401, JSON.generate(error: 'signed_out') unless session['claims']
    JSON.generate(claims: session['claims'])
  end

  get '/login' do
    redirect '/auth/openid_connect'
  end

  get '/auth/openid_connect/callback' do
    session['claims'] = request.env['omniauth.auth'].extra.raw_info
    redirect '/'
  end

  get '/auth/failure' do
    halt 500, JSON.generate(error: params['message'])
  end

  get '/logout' do
    session.clear
    redirect '/auth/openid_connect/logout'
  end

  get '/bye' do
    JSON.generate(bye: true)
  end
end

port = Integer(ENV['PORT'])
started = lambda do
  puts "listening on #{port}"
  $stdout.flush
end
Rack::Handler::WEBrick.run(App, Host: '127.0.0.1', Port: port, AccessLog: [], StartCallback: started)
