import { type ComponentType, createElement, lazy } from 'react'
import { fetchPart } from './chunk.ts'

/** Something with a file of its own, fetched when it is first shown; one that was lost can be fetched again. */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const fetched = () => lazy(async () => ({ default: await fetchPart(load, again) }))
  const again = () => {
    Part = fetched()
  }
  let Part: ComponentType<Props> = fetched()
  return (props) => createElement(Part, props)
}
