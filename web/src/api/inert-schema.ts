/**
 * Stands in for zod in the page. Schemas are the server's: it checks what it is sent, and the compiler checks that both
 * sides mean the same. The page only needs the routes' methods and paths, and zod would be five kilobytes of it.
 */

const inert = { check: () => inert }
const schema = () => inert

export const array = schema
export const boolean = schema
export const config = schema
export const gte = schema
export const literal = schema
export const lte = schema
export const maxLength = schema
export const minLength = schema
export const nullable = schema
export const number = schema
export const optional = schema
export const partial = schema
export const record = schema
export const refine = schema
export const regex = schema
export const strictObject = schema
export const string = schema
export const unknown = schema

// Names that JavaScript keeps for itself.
export { schema as enum, schema as undefined }
