import type { RosterChild } from '#contract/checkin/classes.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { groupPhone } from '../../lib/phone.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconBellRinging, IconPhone } from '../../ui/icons.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../shared/failure-text.ts'
import classes from './call-dialog.module.css'
import { isReached, useCallWords, type Call } from './call-words.ts'
import { useCallParent } from './queries.ts'

function Guardians({ guardians }: Pick<RosterChild, 'guardians'>) {
  const t = useTexts()
  if (guardians.length === 0) return <p className="muted">{t('checkin.call.nobody')}</p>
  return (
    <ul className={classes['guardians']}>
      {guardians.map(({ name, phone }) => (
        <li key={`${name} ${phone}`}>
          <span className="strong grow">{name}</span>
          {phone ? (
            <a href={`tel:${phone}`}>
              <IconPhone size={20} stroke={1.75} aria-hidden="true" />
              <span className="vh">{t('checkin.call.phoneOf', { name })} </span>
              <Phone value={groupPhone(phone)} />
            </a>
          ) : (
            <span className="muted">{t('checkin.call.withoutPhone')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** How it went: an SMS that was not sent leaves the phone. */
function Outcome({ call }: { call: Call }) {
  const words = useCallWords()
  return (
    <div role="status">
      <Note tone={isReached(call) ? 'ok' : 'warn'}>{words(call)}</Note>
    </div>
  )
}

type CallDialogProps = { child: RosterChild; classId: string; onClose: () => void }

/** Asks the parents of a child to come to the class, and gives their numbers. */
export function CallDialog({ child, classId, onClose }: CallDialogProps) {
  const t = useTexts()
  const ask = useCallParent(classId)
  const { personId, firstName, guardians, call } = child
  const actions = (
    <>
      <Button onClick={onClose}>{t('checkin.call.close')}</Button>
      <Button kind="primary" icon={IconBellRinging} busy={ask.isPending} onClick={() => ask.mutate(personId)}>
        {t(call ? 'checkin.call.again' : 'checkin.call.ask')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('checkin.call.title', { name: firstName })} actions={actions}>
      <p className="muted">{t('checkin.call.text')}</p>
      {call && <Outcome call={call} />}
      {ask.error && <Note tone="bad">{t(failureText(ask.error))}</Note>}
      <Guardians guardians={guardians} />
    </Dialog>
  )
}
