import { describeProxy } from '../support/behind-proxy.ts'
import { describeWildcard } from '../support/behind-wildcard.ts'
import { startTraefik } from '../support/traefik.ts'

describeProxy('a site behind what acts as Traefik says it does', startTraefik)
describeWildcard('sites behind what acts as Traefik says it does', startTraefik)
