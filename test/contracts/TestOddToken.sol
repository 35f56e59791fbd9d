// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A token that begins to misbehave, as anyone who calls `behave` decides.
contract TestOddToken {
    enum Behavior {
        Ordinary,
        ReturnsFalse,
        Reverts,
        ReturnsAMegabyte
    }

    uint8 public constant decimals = 6;
    Behavior public behavior;

    mapping(address account => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function behave(Behavior next) external {
        behavior = next;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (behavior == Behavior.ReturnsFalse) return false;
        require(behavior != Behavior.Reverts, "transfers are paused");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        if (behavior == Behavior.ReturnsAMegabyte) {
            assembly {
                return(0, 1048576)
            }
        }
        return true;
    }
}
