import { describeProxy } from '../support/behind-proxy.ts'
import { startCaddy } from '../support/proxies.ts'

describeProxy('a site behind Caddy', startCaddy)
