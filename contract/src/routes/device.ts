import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/device.ts'

export type { Device } from '../schemas/device.ts'

export const listDevices = defineRoute<typeof schemas.listDevices>()({ method: 'GET', path: '/api/me/devices' })

export const forgetDevice = defineRoute<typeof schemas.forgetDevice>()({
  method: 'DELETE',
  path: '/api/me/devices/:id',
  status: 204,
})
