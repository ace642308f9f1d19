import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { NewcomerDetail } from '#contract/followup/people.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconPencil } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { answerWords, genderWords, maritalWords, meansWords, originWords } from '../words.ts'
import classes from './person.module.css'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))

function useFacts({ person, sources, sourceId, interest, wantsVisit, means, firstVisitOn, origin }: NewcomerDetail) {
  const t = useTexts()
  const format = useFormat()
  const seesPeople = useCan('people.read')
  const said = (word: TextId | undefined) => (word ? t(word) : null)
  const answered = (words: readonly TextId[], place: number | null) => said(place === null ? undefined : words[place])
  const families = person.families.map(({ id, name }) =>
    seesPeople ? (
      <Link key={id} to={paths.family} params={{ id }}>
        {name}
      </Link>
    ) : (
      <span key={id}>{name}</span>
    ),
  )
  const facts: [TextId, ReactNode][] = [
    ['followup.addForm.email', person.email],
    ['followup.about.gender', person.gender && t(genderWords[person.gender])],
    ['followup.about.marital', person.maritalStatus && t(maritalWords[person.maritalStatus])],
    ['followup.about.birthday', format.birthday(person)],
    ['followup.about.address', person.address],
    ['followup.about.family', families.length > 0 && families],
    ['followup.addForm.joinedOn', firstVisitOn && format.day(firstVisitOn)],
    ['followup.about.source', sources.find(({ id }) => id === sourceId)?.name],
    ['followup.about.interest', answered(answerWords, interest)],
    ['followup.about.wantsVisit', answered(answerWords, wantsVisit)],
    ['followup.about.means', answered(meansWords, means)],
    ['followup.about.origin', t(originWords[origin])],
  ]
  return facts.filter(([, fact]) => Boolean(fact))
}

/** Who they are and what they answered. */
export function AboutCard({ detail }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const [isEditing, setEditing] = useState(false)
  const facts = useFacts(detail)
  const edit = (
    <Button kind="quiet" size="sm" icon={IconPencil} onClick={() => setEditing(true)}>
      {t('followup.about.editShort')}
    </Button>
  )
  return (
    <Card title={t('followup.about.title')} aside={edit}>
      <dl className={classes['facts']}>
        {facts.map(([word, fact]) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {isEditing && (
        <Suspense fallback={null}>
          <EditDialog detail={detail} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}
