/** Versions of the official TypeScript SDK: the last of each minor since 1.10, the first with Streamable HTTP. */
export const SDK_VERSIONS = [
  '1.10.0',
  '1.11.5',
  '1.12.3',
  '1.13.3',
  '1.14.0',
  '1.15.1',
  '1.16.0',
  '1.17.5',
  '1.18.2',
  '1.19.1',
  '1.20.2',
  '1.21.2',
  '1.22.0',
  '1.23.1',
  '1.24.3',
  '1.25.3',
  '1.26.0',
  '1.27.1',
  '1.28.0',
  '1.29.0',
  '1.30.1',
  '1.31.0',
  '1.32.2',
] as const;

/** Versions of its successor's client package. */
export const CLIENT_VERSIONS = ['2.0.0', '2.4.0'] as const;

/**
 * The clients of other makers, at exact versions: packages that are installed together, by group. None of them is a
 * dependency of the project.
 */
export const PACKAGES = {
  sdks: {
    ...Object.fromEntries(
      SDK_VERSIONS.map((version) => [`sdk-${version}`, `npm:@modelcontextprotocol/sdk@${version}`]),
    ),
    ...Object.fromEntries(
      CLIENT_VERSIONS.map((version) => [`client-${version}`, `npm:@modelcontextprotocol/client@${version}`]),
    ),
  },
  libraries: {
    '@ai-sdk/mcp': '2.0.99',
    '@langchain/mcp-adapters': '1.1.4',
    '@modelcontextprotocol/inspector': '2.12.0',
    // The other end of mcp-remote.
    '@modelcontextprotocol/sdk': '1.32.2',
    'mcp-remote': '0.15.1',
  },
  assistants: {
    '@anthropic-ai/claude-code': '2.1.330',
    '@google/gemini-cli': '0.61.0',
    '@openai/codex': '0.169.0',
  },
  generators: {
    '@hey-api/openapi-ts': '0.99.0',
    'swagger-typescript-api': '13.13.0',
    // The first of them asks for any, and takes no newer one.
    typescript: '5.9.3',
  },
  // Tools with a parser that accepts OpenAPI 3.1.0 and no later patch version, and the packages that generated code imports.
  contracts: {
    '@apidevtools/swagger-parser': '12.0.0',
    '@modelcontextprotocol/sdk': '1.32.2',
    '@types/node': '22.20.7',
    '@zodios/core': '10.9.6',
    axios: '1.21.1',
    dotenv: '16.6.1',
    'json-schema-to-zod': '2.8.1',
    'openapi-mcp-generator': '4.0.1',
    'openapi-zod-client': '1.18.3',
    typescript: '5.9.3',
    zod: '3.25.76',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type Group = keyof typeof PACKAGES;
