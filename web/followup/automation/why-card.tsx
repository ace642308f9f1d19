import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listNewcomers } from '#contract/followup/people.ts'
import { read } from '../../api/queries.ts'
import { useSettled } from '../../device/clock.ts'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { nameOf } from '../words.ts'
import classes from './automation.module.css'

const PAUSE_MS = 300
const SHOWN = 6

/** Asks of somebody by name what each rule did for them, and what stopped it. */
export function WhyCard({ onAsk }: { onAsk: (person: { id: string; name: string }) => void }) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), PAUSE_MS)
  const { data } = useQuery({
    ...read(listNewcomers, { query: { search, limit: SHOWN } }),
    enabled: search.length > 1,
  })
  const found = search.length > 1 ? (data?.items ?? null) : null
  return (
    <Card title={t('followup.why.title')}>
      <TextField
        label={t('followup.why.person')}
        hint={t('followup.why.hint')}
        type="search"
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ul className={classes['found']} aria-live="polite">
        {found?.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className={classes['link']}
              onClick={() => onAsk({ id: person.id, name: nameOf(person) })}
            >
              {nameOf(person)}
            </button>
          </li>
        ))}
        {found?.length === 0 && <li className="small muted">{t('followup.why.nobody')}</li>}
      </ul>
    </Card>
  )
}
