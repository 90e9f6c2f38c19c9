import * as z from 'zod/mini'

export const checklistItems = ['recovery', 'host', 'app', 'sign_up', 'backup'] as const
export type ChecklistItem = (typeof checklistItems)[number]

export const checklistEntrySchema = z.strictObject({
  item: z.enum(checklistItems),
  /** By what the installation contains; nobody ticks it. */
  done: z.boolean(),
  dismissed: z.boolean(),
})
export type ChecklistEntry = z.infer<typeof checklistEntrySchema>

export const getChecklist = { answer: z.strictObject({ items: z.array(checklistEntrySchema) }) }

export const dismissChecklistItem = { body: z.strictObject({ item: z.enum(checklistItems) }) }
