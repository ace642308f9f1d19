/**
 * Whether the key or check of this name refused a statement. Where churches are on several machines, what their machine said
 * comes as its sentence alone, and a number follows the name of a key.
 */
export function isRefusedBy(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false
  return (error as { constraint?: unknown }).constraint === name || new RegExp(`"${name}(_\\d+)?"$`).test(error.message)
}
