export type TabMessage =
  | { t: 'in'; person: string; sid: string; at: number }
  | { t: 'out'; person: string; sid: string; at: number }
  | { t: 'wallet_gone'; at: number }

/** What the tabs of one browser tell each other. */
export type Tabs = {
  tell(message: TabMessage): void
  subscribe(listener: (message: TabMessage) => void): () => void
  dispose(): void
}
