import { useTexts, type TextId } from '../../languages/index.ts'
import type { QuotedRoute } from './routes.ts'

/** What routes are called as the product is delivered, and what is said of their hours; operators may write something else. */
const delivered: Partial<Record<string, TextId>> = {
  'Regular route': 'messaging.routes.regularName',
  'Alternative route': 'messaging.routes.alternativeName',
  'Direct route': 'messaging.routes.directName',
  'available 8am to 7:30pm': 'messaging.routes.regularHours',
  '24/7': 'messaging.routes.alwaysHours',
}

/** Name and hours of a route in the reader’s language; what an operator wrote stands as it was written. */
export function useRouteWords() {
  const t = useTexts()
  const read = (written: string): string => {
    const known = delivered[written]
    return known ? t(known) : written
  }
  return {
    nameOf: ({ name }: Pick<QuotedRoute, 'name'>) => read(name),
    hoursOf: ({ availability }: Pick<QuotedRoute, 'availability'>) => read(availability),
  }
}
