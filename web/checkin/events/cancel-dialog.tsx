import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelEvent, type EventRow } from '#contract/checkin/events.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconCalendarOff } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import { underWay } from '../shared/under-way.ts'
import { useLongDay } from './event-words.tsx'
import { useEventChanged } from './queries.ts'
import { ScopeChoice } from './repeat-card.tsx'
import type { Scope } from './use-event-form.ts'

type CancelDialogProps = { event: EventRow; onClose: () => void }

/** Asks before an event is cancelled, and says who will hear of it. */
export function CancelDialog({ event, onClose }: CancelDialogProps) {
  const t = useTexts()
  const dayOf = useLongDay()
  const changed = useEventChanged()
  const [scope, setScope] = useState<Scope>('this')
  const { id, name, families, series, startsAt } = event
  const cancel = useMutation({
    mutationFn: () => underWay(call(cancelEvent, { params: { id }, body: { scope } })),
    onSuccess: (fresh) => {
      changed(fresh)
      toast.ok(t('checkin.cancel.done', { name }))
      onClose()
    },
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('checkin.cancel.keep')}</Button>
      <Button kind="danger" icon={IconCalendarOff} busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('checkin.cancel.button')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('checkin.cancel.title', { name })} actions={actions}>
      <p>
        {t('checkin.cancel.day', { day: dayOf(startsAt) })} {t('checkin.cancel.told', { count: families })}
      </p>
      {series && !series.ended && (
        <>
          <ScopeChoice legend={t('checkin.cancel.what')} scope={scope} onChange={setScope} />
          {scope === 'following' && <p className="muted">{t('checkin.cancel.following')}</p>}
        </>
      )}
      {cancel.error && <Note tone="bad">{t(failureText(cancel.error))}</Note>}
    </Dialog>
  )
}
