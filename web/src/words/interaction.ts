import {
  type AppProblemWords,
  appProblem as enAppProblem,
  interaction as enInteraction,
  type InteractionWords,
} from './en.interaction.ts'

export const interaction: InteractionWords = enInteraction
export const appProblem: AppProblemWords = enAppProblem
