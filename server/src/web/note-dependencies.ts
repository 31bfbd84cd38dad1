import { type Dependencies, dependenciesOf, mergeDependencies } from '@lakou/platform/caching';

type Fetch = (request: Request) => Promise<Response>;

/** Notes what the answers of the Data API were made from. */
export function noteDependencies(fetchData: Fetch): {
  fetchData: Fetch;
  dependencies(): Dependencies | undefined;
} {
  const read: (Dependencies | undefined)[] = [];
  return {
    async fetchData(request) {
      const answer = await fetchData(request);
      read.push(dependenciesOf(answer));
      return answer;
    },
    dependencies: () => mergeDependencies(read),
  };
}
