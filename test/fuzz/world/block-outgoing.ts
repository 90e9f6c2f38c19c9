/** Requests of the server to anything but this machine fail, since owners may name any node. */

export function blockOutgoing(): () => void {
  const original = globalThis.fetch
  globalThis.fetch = (target, options) => {
    const url = new URL(target instanceof Request ? target.url : target)
    if (url.hostname === '127.0.0.1') return original(target, options)
    return Promise.reject(new TypeError('fetch failed'))
  }
  return () => {
    globalThis.fetch = original
  }
}
