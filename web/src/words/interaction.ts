import { appProblem as enAppProblem, interaction as enInteraction } from './en.interaction.ts'

export const appProblem = enAppProblem
export const interaction = enInteraction
