import { describeProxy } from '../support/behind-proxy.ts'
import { startTraefik } from '../support/traefik.ts'

describeProxy('a site behind what acts as Traefik says it does', startTraefik)
