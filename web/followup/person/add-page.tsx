import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { readMyDay, readTeam } from '#contract/followup/day.ts'
import { addNewcomer, listNewcomers } from '#contract/followup/people.ts'
import { readFollowupSettings } from '#contract/followup/settings.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import {
  AnswerFields,
  blankVisitor,
  ContactFields,
  numberOf,
  oneOf,
  PersonalFields,
  type VisitorDraft,
} from '../fields.tsx'
import formClasses from '../form-page.module.css'
import { failureText, genderWords, maritalWords, nameOf } from '../words.ts'

type Draft = VisitorDraft & { kind: 'first_timer' | 'new_convert'; joinedOn: string; ownerId: string }

const bodyOf = ({ means: _means, ...draft }: Draft) => ({
  ...draft,
  phone: draft.phone || null,
  email: draft.email || null,
  address: draft.address || null,
  gender: oneOf(genderWords, draft.gender),
  maritalStatus: oneOf(maritalWords, draft.maritalStatus),
  birthDay: numberOf(draft.birthDay),
  birthMonth: numberOf(draft.birthMonth),
  birthYear: numberOf(draft.birthYear),
  sourceId: numberOf(draft.sourceId),
  interest: numberOf(draft.interest),
  wantsVisit: numberOf(draft.wantsVisit),
  ownerId: draft.ownerId || null,
})

function useAdd(wrong: (faults: Readonly<Record<string, string>>) => void) {
  const t = useTexts()
  const navigate = useNavigate()
  return useCall((draft: Draft) => call(addNewcomer, { body: bodyOf(draft) }), {
    refreshes: [listNewcomers, readMyDay],
    done: ({ id, known }, { kind }) => {
      toast.ok(t(known ? 'followup.addForm.known' : 'followup.addForm.added'))
      const memberType = kind === 'first_timer' ? 0 : 1
      return navigate({ to: paths.firstTimer, params: { personId: id }, search: { memberType } })
    },
    failed: (failure) => {
      wrong(failure.fields)
      toast.bad(t(failureText(failure)))
    },
  })
}

type CareProps = { draft: Draft; change: (part: Partial<Draft>) => void; today: string }

/** When they came, as what, and who looks after them from now on. */
function CareFields({ draft, change, today }: CareProps) {
  const t = useTexts()
  const { data: team } = useQuery(read(readTeam, {}))
  const isAway = (absences: readonly { fromDay: string; untilDay: string }[]) =>
    absences.some(({ fromDay, untilDay }) => fromDay <= today && today <= untilDay)
  return (
    <div className={formClasses['pair']}>
      <TextField
        label={t('followup.addForm.joinedOn')}
        type="date"
        required
        max={today}
        value={draft.joinedOn}
        onChange={({ currentTarget }) => change({ joinedOn: currentTarget.value })}
      />
      <SelectField
        label={t('followup.addForm.kind')}
        value={draft.kind}
        onChange={({ currentTarget }) =>
          change({ kind: currentTarget.value === 'new_convert' ? 'new_convert' : 'first_timer' })
        }
      >
        <option value="first_timer">{t('followup.person.firstTimer')}</option>
        <option value="new_convert">{t('followup.person.newConvert')}</option>
      </SelectField>
      <SelectField
        label={t('followup.person.owner')}
        value={draft.ownerId}
        onChange={({ currentTarget }) => change({ ownerId: currentTarget.value })}
      >
        <option value="">{t('followup.person.pool')}</option>
        {team?.members.map((member) => (
          <option key={member.id} value={member.id} disabled={isAway(member.absences)}>
            {isAway(member.absences) ? t('followup.person.away', { name: nameOf(member) }) : nameOf(member)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** Enters somebody who came for the first time; a known number is the same person. */
export function AddFirstTimerPage() {
  const t = useTexts()
  const { timeZone } = useFormat()
  const today = calendarDay(presentTime(), timeZone)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const add = useAdd(setFaults)
  const { data: settings } = useQuery(read(readFollowupSettings, {}))
  const [draft, setDraft] = useState<Draft>({ ...blankVisitor, kind: 'first_timer', joinedOn: today, ownerId: '' })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const fields = { draft, change, faults }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setFaults({})
    add.run(draft)
  }
  return (
    <>
      <PageHeader title={t('followup.hub.add')} back={{ to: paths.followup, label: t('followup.hub.title') }} />
      <Card label={t('followup.hub.add')}>
        <form className={formClasses['stack']} onSubmit={submit}>
          <ContactFields {...fields} />
          <CareFields {...{ draft, change, today }} />
          <AnswerFields {...fields} sources={settings?.sources ?? []} withMeans={false} />
          <details>
            <summary>{t('followup.addForm.more')}</summary>
            <div className={formClasses['stack']}>
              <PersonalFields {...fields} />
            </div>
          </details>
          <Button type="submit" kind="primary" busy={add.busy} className={formClasses['end']}>
            {t('followup.hub.add')}
          </Button>
        </form>
      </Card>
    </>
  )
}
