import { Link } from 'react-router';
import { personPath } from './person-path.ts';

/** People of a title; each leads to their other titles. */
export function PersonLinks({ names }: { names: readonly string[] }) {
  return (
    <ul className="grid justify-items-start gap-0.5">
      {names.map((name) => (
        <li key={name}>
          <Link
            to={personPath(name)}
            discover="none"
            className="inline-flex items-center rounded-s underline decoration-line-strong underline-offset-4 hover:decoration-current pointer-coarse:min-h-11"
          >
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
