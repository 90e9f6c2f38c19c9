import { describeProxy } from '../support/behind-proxy.ts'
import { startNginx } from '../support/proxies.ts'

describeProxy('a site behind nginx', startNginx)
