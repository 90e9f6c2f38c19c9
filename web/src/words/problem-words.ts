/** What happened, what to do, and the label of the button that does it, by default "Try again". */
export type ProblemWords = { title: string; body: string; action?: string }
