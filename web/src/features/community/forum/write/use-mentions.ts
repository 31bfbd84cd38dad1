import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useSession } from '#lib/session.ts';
import { membersLike } from './read-members.ts';

interface MentionsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  topic_id: string | undefined;
  replace: (text: string, from: number, to: number) => void;
}

/** An @ at the start of a word and the part of the name typed so far. */
const OPEN_MENTION = /(?:^|[^\p{L}\p{N}_@.])@([\p{L}\p{N}_.-]{1,40})$/u;

/** Suggests members after an @. The field keeps the focus; arrows choose, Enter and Tab insert, Escape closes. */
export function useMentions({ field, value, topic_id, replace }: MentionsProps) {
  const { user } = useSession();
  const [prefix, setPrefix] = useState('');
  const [active, setActive] = useState(0);
  const { data: members = [] } = useQuery({
    ...membersLike(prefix, topic_id),
    enabled: prefix !== '' && user !== null,
  });
  const open = prefix !== '' && members.length > 0;
  const close = (): void => setPrefix('');

  const update = (): void => {
    const caret = field.current?.selectionStart ?? 0;
    setPrefix(OPEN_MENTION.exec(field.current?.value.slice(0, caret) ?? '')?.[1] ?? '');
    setActive(0);
  };
  const insert = (at: number): void => {
    const caret = field.current?.selectionStart ?? value.length;
    const start = value.lastIndexOf('@', caret - 1);
    const member = members[at];
    if (!member || start < 0) return;
    const before = `${value.slice(0, start)}${member.mention} `;
    replace(before + value.slice(caret).replace(/^ /, ''), before.length, before.length);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + members.length) % members.length);
    else if (event.key === 'Enter' || event.key === 'Tab') insert(active);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    update,
    control: (id: string) => ({
      onKeyDown,
      onBlur: close,
      ...(open && { 'aria-controls': `${id}-people`, 'aria-activedescendant': `${id}-person-${active}` }),
    }),
    list: { members: open ? members : [], active, onSelect: insert },
  };
}
