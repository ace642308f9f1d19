import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useTexts } from '../../languages/index.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { hasChoice } from './routes.ts'
import { useRouteWords } from './route-words.ts'

type RouteChoiceProps = {
  quote: SmsQuote
  /** The id of the route that is wished for. */
  value: string
  onChoose: (routeId: string) => void
}

/** Which way a message goes, with what it costs by each; nothing where there is one way only. */
export function RouteChoice({ quote, value, onChoose }: RouteChoiceProps) {
  const t = useTexts()
  const { nameOf } = useRouteWords()
  if (!hasChoice(quote)) return null
  return (
    <SelectField label={t('messaging.routes.route')} value={value} onChange={({ target }) => onChoose(target.value)}>
      {quote.routes.map((route) => (
        <option key={route.id} value={route.id}>
          {t('messaging.routes.withUnits', { name: nameOf(route), count: route.units })}
        </option>
      ))}
    </SelectField>
  )
}
