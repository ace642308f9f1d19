import { Link } from '@tanstack/react-router'
import { listFigurePeople, type Figure, type Guest } from '#contract/followup/analytics.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Face } from '../../ui/marks/face.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import classes from './analytics.module.css'
import { ExportPeople, WriteToPeople } from './people-acts.tsx'

export type Seen = { title: string; line: string; figure: Figure }

/** What happened to a guest, by days. */
function useStory() {
  const t = useTexts()
  const format = useFormat()
  return ({ firstVisitOn, secondVisitOn, memberOn, isArchived }: Guest): string => {
    const first = format.day(firstVisitOn)
    if (isArchived) return t('followup.analytics.peopleArchived', { first })
    if (secondVisitOn) return t('followup.analytics.peopleAgain', { first, again: format.day(secondVisitOn) })
    if (memberOn) return t('followup.analytics.peopleMember', { first, member: format.day(memberOn) })
    return t('followup.analytics.peopleFirst', { first })
  }
}

/** To the page on which they are followed up, for whoever does that; else to the person, for whoever sees people. */
function GuestName({ guest: { id, firstName, lastName, isArchived } }: { guest: Guest }) {
  const [followsUp, seesPeople] = [useCan('followup.manage'), useCan('people.read')]
  const name = `${firstName} ${lastName}`.trim()
  if (followsUp && !isArchived)
    return (
      <Link to={paths.firstTimer} params={{ personId: id }}>
        {name}
      </Link>
    )
  if (!seesPeople) return <span className="strong">{name}</span>
  return (
    <Link to={paths.person} params={{ id }}>
      {name}
    </Link>
  )
}

function GuestLine({ guest }: { guest: Guest }) {
  const story = useStory()
  return (
    <li>
      <Face firstName={guest.firstName} lastName={guest.lastName} />
      <div>
        <GuestName guest={guest} />
        <div className="small muted num">{story(guest)}</div>
      </div>
    </li>
  )
}

/** The people behind a figure: read here, taken away as a file, or written to. */
export function PeopleDialog({ seen: { title, line, figure }, onClose }: { seen: Seen; onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const maySend = useCan('messages.send')
  const list = usePagedList<Guest>([...keyOf(listFigurePeople), figure], (page, signal) =>
    call(listFigurePeople, { query: { ...figure, ...page } }, { signal }),
  )
  const { rows, total } = list
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="small muted num">{line}</p>
      {list.isLoading && <Loading rows={3} />}
      {list.failure !== null && <Failed failure={list.failure} onRetry={list.retry} />}
      <ul className={classes['people']}>
        {rows.map((guest) => (
          <GuestLine key={guest.id} guest={guest} />
        ))}
      </ul>
      {!list.isLoading && list.failure === null && (
        <div className={classes['foot']}>
          <span className="row">
            <span className="small muted num" role="status">
              {t('followup.analytics.peopleShown', { shown: format.number(rows.length), total: format.number(total) })}
            </span>
            {rows.length < total && (
              <Button kind="quiet" size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
                {t('followup.analytics.peopleMore')}
              </Button>
            )}
          </span>
          {total > 0 && (
            <span className="row">
              <ExportPeople title={title} figure={figure} total={total} />
              {maySend && <WriteToPeople figure={figure} total={total} />}
            </span>
          )}
        </div>
      )}
    </Dialog>
  )
}
