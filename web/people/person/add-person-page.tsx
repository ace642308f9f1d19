import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { addPerson } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText, faultsOf } from '../failure-text.ts'
import { FormBoard } from '../form/form-board.tsx'
import { usePeopleChanged } from '../queries.ts'
import { AboutFields, ContactFields } from './person-fields.tsx'
import { bodyOf, emptyDraft, groupIdsOf, isChanged, nextDraft, type PersonDraft } from './draft.ts'
import { GroupsField } from './groups-field.tsx'
import { presentTime } from '../../device/clock.ts'
import { nameOf } from '../words.ts'

/** Adds one person after another; `round` grows with each, so that the cursor stands in the first field again. */
function useAdding() {
  const t = useTexts()
  const navigate = useNavigate()
  const changed = usePeopleChanged()
  const press = useIdempotencyKey()
  const { timeZone } = useFormat()
  const [start, setStart] = useState(() => emptyDraft(calendarDay(presentTime(), timeZone)))
  const [draft, setDraft] = useState(start)
  const [round, setRound] = useState(0)
  const add = useCall((wanted: PersonDraft) => {
    const body = { ...bodyOf(wanted), groupIds: groupIdsOf(wanted) }
    return call(addPerson, { body }, { idempotencyKey: press.keyFor(body) })
  })
  const goOn = () => {
    const next = nextDraft(draft)
    setStart(next)
    setDraft(next)
    setRound(round + 1)
  }
  const save = (isLast: boolean) => {
    add.run(draft, {
      done: (person) => {
        press.done()
        void changed()
        const name = nameOf(person)
        if (!isLast) {
          toast.ok(t('people.form.added', { name }))
          return goOn()
        }
        const another = { label: t('people.form.addAnother'), onPick: () => void navigate({ to: paths.addPerson }) }
        toast.ok(t('people.form.added', { name }), { action: another })
        return void navigate({ to: paths.person, params: { id: person.id }, replace: true, ignoreBlocker: true })
      },
    })
  }
  const change = (part: Partial<PersonDraft>) => {
    // What was refused is being changed.
    add.forget()
    setDraft((before) => ({ ...before, ...part }))
  }
  return { draft, change, save, add, round, isUnsaved: isChanged(draft, start) }
}

/** Writes somebody down who is not in the list yet. */
export function AddPersonPage() {
  const t = useTexts()
  const { draft, change, save, add, round, isUnsaved } = useAdding()
  const faults = useMemo(() => faultsOf(add.failure), [add.failure])
  // Enter in a field adds and goes on: whoever writes down a pile of cards does not leave the keyboard.
  const actions = (
    <>
      <Button type="submit" name="next" disabled={add.busy}>
        {t('people.form.addAndNext')}
      </Button>
      <Button type="submit" kind="primary" busy={add.busy}>
        {t('people.list.add')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={t('people.list.add')} back={{ to: paths.people, label: t('people.list.title') }} />
      <FormBoard
        key={round}
        onSubmit={(pressed) => save(pressed?.name !== 'next')}
        faults={faults}
        isUnsaved={isUnsaved}
        actions={actions}
        aside={
          <Card title={t('people.form.belongs')}>
            <GroupsField chosen={draft.groups} onChange={(groups) => change({ groups })} />
          </Card>
        }
      >
        <ContactFields draft={draft} change={change} faults={faults} startsHere={round > 0} />
        <AboutFields draft={draft} change={change} faults={faults} />
        {add.failure && <Note tone="bad">{t(failureText(add.failure))}</Note>}
      </FormBoard>
    </>
  )
}
