import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readVersions, type Rule } from '#contract/followup/automation.ts'
import { read } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import classes from './automation.module.css'
import type { Choices } from './new-parts.ts'
import { kindWords, useSentences } from './sentences.ts'
import { repeatWords } from './words.ts'

function List({ id, choices }: { id: string; choices: Choices }) {
  const t = useTexts()
  const format = useFormat()
  const { when, asked } = useSentences(choices)
  const { data, error, refetch } = useQuery(read(readVersions, { params: { id } }))
  if (!data) return error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={3} />
  return (
    <ul className={classes['plain']}>
      {data.versions.map(({ version, definition, changedBy, changedAt }) => (
        <li key={version}>
          <div className="small muted num">
            {t('followup.rule.changed', { version, name: changedBy, at: format.lately(changedAt) })}
          </div>
          <div>
            {t('followup.rule.summary', {
              when: when(definition.trigger),
              conditions: definition.conditions.map(asked).join('; ') || 'none',
              actions: format.list(definition.actions.map(({ act }) => t(kindWords[act]))),
              repeat: t(repeatWords[definition.repeat]),
            })}
          </div>
          {definition.actions.map(
            (action, index) =>
              'text' in action && (
                <p key={index} className={classes['said']}>
                  {action.text}
                </p>
              ),
          )}
        </li>
      ))}
    </ul>
  )
}

/** What a rule said before. */
export function Versions({ rule, choices }: { rule: Rule; choices: Choices }) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
        {t('followup.rule.versions')}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={rule.name}>
        {isOpen && <List id={rule.id} choices={choices} />}
      </Dialog>
    </>
  )
}
