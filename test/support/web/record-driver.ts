import type { DriverListener } from '../../../web/src/wallet/driver.ts'

/** Records what a driver reports. */
export function recordDriver(driver: { listen(listener: DriverListener): void }): unknown[][] {
  const events: unknown[][] = []
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void events.push([name, ...values])
  driver.listen({
    connected: record('connected'),
    accountsChanged: record('accountsChanged'),
    chainChanged: record('chainChanged'),
    disconnected: record('disconnected'),
  })
  return events
}
