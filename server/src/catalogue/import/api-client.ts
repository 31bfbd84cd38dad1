/** The REST and storage calls that an import needs, with the service key. */
export class ApiClient {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async rows<Row>(query: string): Promise<Row[]> {
    return (await this.#request(`/rest/v1/${query}`)).json() as Promise<Row[]>;
  }

  async insert(table: string, row: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await this.#request(`/rest/v1/${table}`, { method: 'POST', headers, body: JSON.stringify(row) });
  }

  async remove(query: string): Promise<void> {
    await this.#request(`/rest/v1/${query}`, { method: 'DELETE' });
  }

  async upload(bucket: string, path: string, content: Blob, contentType: string): Promise<void> {
    const headers = { 'content-type': contentType, 'cache-control': 'max-age=3600', 'x-upsert': 'true' };
    await this.#request(`/storage/v1/object/${bucket}/${path}`, { method: 'POST', headers, body: content });
  }

  /** In bytes; undefined where there is nothing. */
  async sizeOf(bucket: string, path: string): Promise<number | undefined> {
    const answer = await fetch(`${this.#url}/storage/v1/object/info/${bucket}/${path}`, {
      headers: this.#headers(),
    });
    if (!answer.ok) return undefined;
    return ((await answer.json()) as { size?: number }).size;
  }

  async #request(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(this.#url + path, {
      ...init,
      headers: { ...this.#headers(), ...(init.headers as Record<string, string>) },
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    const { message } = readMessage(text);
    throw new Error(message ?? `the server answered ${answer.status}`);
  }

  #headers(): Record<string, string> {
    return { apikey: this.#key, authorization: `Bearer ${this.#key}` };
  }
}

function readMessage(text: string): { message?: string } {
  try {
    return JSON.parse(text) as { message?: string };
  } catch {
    return {};
  }
}
