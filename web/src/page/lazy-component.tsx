import { type ComponentType, createElement, lazy } from 'react'
import { loadChunk } from './chunk.ts'

/** `React.lazy` that can load again after its chunk failed. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const create = () => lazy(async () => ({ default: await loadChunk(load, reset) }))
  const reset = () => {
    Current = create()
  }
  let Current: ComponentType<Props> = create()
  return (props) => createElement(Current, props)
}
