/** Who may use a phone, by the settings of the site. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { isHigh, type Role } from '@countersign/contract/permission.ts'
import type { Instance } from '../../settings/read-settings.ts'

export function requirePhoneOn({ phoneSignIn }: Pick<Instance, 'phoneSignIn'>): void {
  if (phoneSignIn === 'off') throw new AppError('phone_off')
}

export function requireDeviceAllowed({ phoneSignIn }: Pick<Instance, 'phoneSignIn'>, trusted: boolean): void {
  if (phoneSignIn === 'trusted' && !trusted) throw new AppError('phone_device_unknown')
}

/** Whoever has a request approved by someone else must not become an admin. */
export function requireRoleAllowed({ phoneSignInForAdmins }: Pick<Instance, 'phoneSignInForAdmins'>, role: Role): void {
  if (isHigh(role) && !phoneSignInForAdmins) throw new AppError('phone_not_allowed')
}
