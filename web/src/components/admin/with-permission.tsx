import { mayDo, type Permission } from '@countersign/contract/permission.ts'
import type { ComponentType } from 'react'
import { NotFoundScreen } from '../not-found.tsx'
import { useAccount } from '../use-signed-in.ts'

type ScreenProps = { params: Record<string, string> }

export function withPermission(permission: Permission, Screen: ComponentType<ScreenProps>) {
  return function PermittedScreen(props: ScreenProps) {
    const { me } = useAccount()
    return mayDo(me.role, permission) ? <Screen {...props} /> : <NotFoundScreen />
  }
}
