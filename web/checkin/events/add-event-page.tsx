import { presentTime } from '../../device/clock.ts'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { HoldWay } from '../under-way.tsx'
import { starterIn } from './classes-field.tsx'
import { emptyEvent, sundayService } from './draft.ts'
import { EventForm } from './event-form.tsx'
import { useAfterSave } from './use-event-form.ts'

/** Empty, or the usual Sunday service where the address asks for it. */
function useFresh() {
  const t = useTexts()
  const { timeZone } = useFormat()
  const template = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('template') })
  const [fresh] = useState(() =>
    template === 'sunday'
      ? sundayService(calendarDay(presentTime(), timeZone), {
          name: t('checkin.events.sundayService'),
          classes: starterIn(t),
        })
      : emptyEvent,
  )
  return fresh
}

/** Plans an event, or a service that repeats. */
export function AddEventPage() {
  const t = useTexts()
  const onSaved = useAfterSave('checkin.form.added')
  return (
    <>
      <HoldWay />
      <PageHeader title={t('checkin.events.add')} back={{ to: paths.events, label: t('checkin.events.title') }} />
      <EventForm
        event={null}
        fresh={useFresh()}
        cancel={<ButtonLink to={paths.events}>{t('checkin.act.cancel')}</ButtonLink>}
        onSaved={onSaved}
      />
    </>
  )
}
