import { useLingui } from '@lingui/react'
import { useFormat } from '../../../languages/format.tsx'

/** "Sunday, November 22, 9:00 AM" of an instant, in the church's zone. */
export function useWhen(): (at: string) => string {
  const { i18n } = useLingui()
  const { timeZone } = useFormat()
  return (at) =>
    new Intl.DateTimeFormat(i18n.locale, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    }).format(new Date(at))
}
