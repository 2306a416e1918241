// Printed by `undercroft games dungeon-of-fear --schema`. DO NOT MODIFY IT BY HAND.
export const schema = {
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "DungeonOfFear",
  "$defs": {
    "Options": {
      "title": "Options",
      "description": "How a game is played (§5): which cells stay revealed, who sees the clock, how many quiet plies make a draw.",
      "type": "object",
      "properties": {
        "reveal": {
          "enum": [
            "breach",
            "sight",
            "walls"
          ],
          "default": "sight"
        },
        "clock": {
          "enum": [
            "hidden",
            "public"
          ],
          "default": "hidden"
        },
        "quiet_limit": {
          "type": "integer",
          "minimum": 2,
          "maximum": 100,
          "default": 12
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "View": {
      "title": "View",
      "description": "What a seat, or a spectator, sees and remembers (§9). `board` is ranks 6 to 1, six marks each.",
      "type": "object",
      "properties": {
        "you": {
          "type": [
            "integer",
            "null"
          ]
        },
        "ply": {
          "type": "integer"
        },
        "to_act": {
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "over": {
          "type": "boolean"
        },
        "me": {
          "type": [
            "string",
            "null"
          ]
        },
        "enemy": {
          "type": [
            "string",
            "null"
          ]
        },
        "board": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "type": "string"
          }
        },
        "rays": {
          "anyOf": [
            {
              "$ref": "#/$defs/Rays"
            },
            {
              "type": "null"
            }
          ]
        },
        "revealed": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "type": "string"
          }
        },
        "clock": {
          "type": [
            "integer",
            "null"
          ]
        },
        "options": {
          "$ref": "#/$defs/Options"
        },
        "result": {
          "anyOf": [
            {
              "$ref": "#/$defs/Result"
            },
            {
              "type": "null"
            }
          ]
        }
      },
      "required": [
        "you",
        "ply",
        "to_act",
        "over",
        "me",
        "enemy",
        "board",
        "rays",
        "revealed",
        "clock",
        "options",
        "result"
      ]
    },
    "Rays": {
      "title": "Rays",
      "description": "The four rays of a rook.",
      "type": "object",
      "properties": {
        "north": {
          "$ref": "#/$defs/Ray"
        },
        "east": {
          "$ref": "#/$defs/Ray"
        },
        "south": {
          "$ref": "#/$defs/Ray"
        },
        "west": {
          "$ref": "#/$defs/Ray"
        }
      },
      "required": [
        "north",
        "east",
        "south",
        "west"
      ]
    },
    "Ray": {
      "title": "Ray",
      "description": "The first obstacle of a ray; `cell` is None for the edge of the board.",
      "type": "object",
      "properties": {
        "cell": {
          "type": [
            "string",
            "null"
          ]
        },
        "kind": {
          "enum": [
            "edge",
            "enemy",
            "wall"
          ]
        }
      },
      "required": [
        "cell",
        "kind"
      ]
    },
    "Result": {
      "title": "Result",
      "description": "How a game ended (§4).",
      "type": "object",
      "properties": {
        "reason": {
          "enum": [
            "quiet_limit",
            "rook_captured"
          ]
        },
        "returns": {
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "winners": {
          "type": "array",
          "items": {
            "type": "integer"
          }
        }
      },
      "required": [
        "reason",
        "returns",
        "winners"
      ]
    },
    "Start": {
      "title": "Start",
      "description": "The first entry of every journal; a spectator's has no more than `ply` and `clock`.",
      "type": "object",
      "properties": {
        "n": {
          "description": "The entry's number for this reader: 0, 1, …",
          "type": "integer",
          "minimum": 0
        },
        "type": {
          "enum": [
            "start"
          ]
        },
        "ply": {
          "type": "integer"
        },
        "clock": {
          "type": [
            "integer",
            "null"
          ]
        },
        "me": {
          "type": "string"
        },
        "enemy": {
          "type": [
            "string",
            "null"
          ]
        },
        "rays": {
          "$ref": "#/$defs/Rays"
        },
        "revealed": {
          "type": "array",
          "items": {
            "type": "string"
          }
        }
      },
      "required": [
        "n",
        "type",
        "ply",
        "clock"
      ]
    },
    "Ply": {
      "title": "Ply",
      "description": "A ply was played. `move` is told only to the seat that made it; a spectator isn't told what follows `clock`.",
      "type": "object",
      "properties": {
        "n": {
          "description": "The entry's number for this reader: 0, 1, …",
          "type": "integer",
          "minimum": 0
        },
        "type": {
          "enum": [
            "ply"
          ]
        },
        "ply": {
          "type": "integer"
        },
        "seat": {
          "type": "integer"
        },
        "move": {
          "type": [
            "string",
            "null"
          ]
        },
        "clock": {
          "type": [
            "integer",
            "null"
          ]
        },
        "me": {
          "type": "string"
        },
        "enemy": {
          "type": [
            "string",
            "null"
          ]
        },
        "rays": {
          "$ref": "#/$defs/Rays"
        }
      },
      "required": [
        "n",
        "type",
        "ply",
        "seat",
        "move",
        "clock"
      ]
    },
    "End": {
      "title": "End",
      "description": "The last ply and the final position, told to everybody. `white` and `black` are None if captured.",
      "type": "object",
      "properties": {
        "n": {
          "description": "The entry's number for this reader: 0, 1, …",
          "type": "integer",
          "minimum": 0
        },
        "type": {
          "enum": [
            "end"
          ]
        },
        "ply": {
          "type": "integer"
        },
        "seat": {
          "type": "integer"
        },
        "move": {
          "type": "string"
        },
        "reason": {
          "enum": [
            "quiet_limit",
            "rook_captured"
          ]
        },
        "returns": {
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "winners": {
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "board": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "white": {
          "type": [
            "string",
            "null"
          ]
        },
        "black": {
          "type": [
            "string",
            "null"
          ]
        },
        "clock": {
          "type": "integer"
        }
      },
      "required": [
        "n",
        "type",
        "ply",
        "seat",
        "move",
        "reason",
        "returns",
        "winners",
        "board",
        "white",
        "black",
        "clock"
      ]
    },
    "Entry": {
      "anyOf": [
        {
          "$ref": "#/$defs/Start"
        },
        {
          "$ref": "#/$defs/Ply"
        },
        {
          "$ref": "#/$defs/End"
        }
      ],
      "discriminator": {
        "propertyName": "type",
        "mapping": {
          "start": "#/$defs/Start",
          "ply": "#/$defs/Ply",
          "end": "#/$defs/End"
        }
      }
    }
  }
} as const;
