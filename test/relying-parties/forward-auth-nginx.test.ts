import { describeProxy } from '../support/behind-proxy.ts'
import { describeWildcard } from '../support/behind-wildcard.ts'
import { startNginx } from '../support/proxies.ts'

describeProxy('a site behind nginx', startNginx)
describeWildcard('sites behind nginx', startNginx)
