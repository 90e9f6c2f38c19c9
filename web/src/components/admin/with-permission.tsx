import type { Permission } from '@countersign/contract/permission.ts'
import type { ComponentType } from 'react'
import { NotFoundScreen } from '../not-found.tsx'
import { useMay } from '../use-signed-in.ts'

type ScreenProps = { params: Record<string, string> }

export function withPermission(permission: Permission, Screen: ComponentType<ScreenProps>) {
  return function PermittedScreen(props: ScreenProps) {
    return useMay(permission) ? <Screen {...props} /> : <NotFoundScreen />
  }
}
